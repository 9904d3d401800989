"""Behind `check`: plays a learner's function carefully, and explains in their words what went wrong."""
