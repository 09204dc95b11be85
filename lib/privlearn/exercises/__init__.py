"""What the exercises of all pages share: what is asked, and how an answer is judged."""
