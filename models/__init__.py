"""The networks that come with the referee, and the check that they are the published ones."""
