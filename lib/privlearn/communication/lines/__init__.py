"""Lines over a prime field: a protocol, the least errors, and how little a short message says."""

from privlearn.communication.lines.collisions import (class_collision, collision_bound, good_size, largest_collision,
                                                      line_advantage, messages_needed, proof_gamma, proof_messages,
                                                      squared_advantage_bound)
from privlearn.communication.lines.hashing import (hash_coins, slope_and_hash, slope_and_hash_lazily,
                                                   slope_and_hash_protocol)
from privlearn.communication.lines.least_error import (LineValue, RatedProtocol, best_line_protocol, line_value,
                                                       rate_line_protocol, symmetric_line_protocol)
from privlearn.communication.lines.messages import LineMessages, heard_lines, largest_bad_share, slope_partition
