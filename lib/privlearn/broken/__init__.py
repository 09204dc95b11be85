"""Wrong mechanisms and learners, each with its defect in its name; imported by sabotages, tests and controls only."""
