"""Wrong mechanisms and learners, each with its defect in its name, and right ones beside famous mistakes: controls."""
