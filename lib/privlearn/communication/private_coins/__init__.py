"""Protocols with private coins: two messages exactly, bounds from both sides beyond."""

from privlearn.communication.private_coins.chains import chain_order, chain_protocol, is_chain, two_message_error
from privlearn.communication.private_coins.message_bounds import (common_error, incompatible_adversaries,
                                                                  private_coin_message_bounds, two_messages_suffice)
from privlearn.communication.private_coins.more_messages import (best_alice, three_messages_for_a_chain,
                                                                 three_messages_for_two_bits)
