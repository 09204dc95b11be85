"""One-way communication: protocols, their least errors, and what they have to do with representations."""

from privlearn.communication.augmented_index import index_value, least_index_error
from privlearn.communication.averaging import average_error, fixed_coins
from privlearn.communication.conversions import (hypotheses_of_private_protocol, private_protocol_of_hypotheses,
                                                 protocol_of_representation, representation_of_protocol)
from privlearn.communication.error_boosting import boosted_representation
from privlearn.communication.information import binary_entropy, mutual_information, shannon_entropy
from privlearn.communication.newman import newman_protocol, union_bound_strings
from privlearn.communication.private_samples import messages_lower_bound, private_samples_lower_bound
from privlearn.communication.protocols import (PrivateCoinProtocol, PublicCoinProtocol, deterministic_protocol,
                                               error_matrix, worst_error)
from privlearn.communication.repetition import least_copies, majority_error, majority_protocol
from privlearn.communication.tree_reduction import index_reduction
