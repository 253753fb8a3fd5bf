// checklist
