"""The least error with public coins, solved exactly from both sides."""

from privlearn.communication.public_coins.least_error import (PublicCoinValue, best_response, distributional_error,
                                                              is_public_coin_value, public_coin_messages,
                                                              public_coin_value)
from privlearn.communication.public_coins.partitions import best_partition
from privlearn.communication.public_coins.product_distributions import level_protocol, mean_errors, product_value
