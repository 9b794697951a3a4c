"""The rules of Donkey: pure values in, pure values out."""
