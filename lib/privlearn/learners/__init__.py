"""Private learners, the game they play, and what every learner needs."""


