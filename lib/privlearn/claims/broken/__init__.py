"""Wrong mechanisms and learners, each with its defect in its name; imported by sabotages, tests and the controls page only."""
