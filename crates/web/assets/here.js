// here
