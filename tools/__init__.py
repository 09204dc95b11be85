"""What builds and judges the book; none of it is part of the library."""
