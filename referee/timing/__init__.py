"""When things happened and how sure that is: pure numbers, no pictures."""
