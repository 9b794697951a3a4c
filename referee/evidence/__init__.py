"""What is shown when somebody says 'I was not last': clip and photo finish."""
