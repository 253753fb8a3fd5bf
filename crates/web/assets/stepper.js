// stepper
