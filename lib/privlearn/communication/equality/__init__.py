"""Equality, that is points: protocols, and the least error for any number of points."""

from privlearn.communication.equality.least_error import (SymmetricPointsValue, is_symmetric_points_value,
                                                          symmetric_points_value)
from privlearn.communication.equality.protocols import (equality_protocol, hash_keys, polynomial_equality_protocol,
                                                        polynomial_error, random_zeros_error, random_zeros_protocol,
                                                        two_message_limit)
