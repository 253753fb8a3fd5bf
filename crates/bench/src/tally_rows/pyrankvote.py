# Counts a file of ballots, one a line, and prints the best of three times in seconds, and the winner.
import sys
import time

import pyrankvote
from pyrankvote import Ballot, Candidate

lines = [line.split() for line in open(sys.argv[1])]
candidates = {name: Candidate(name) for name in sorted(lines[0])}
times = []
for _ in range(3):
    began = time.perf_counter()
    ballots = [Ballot(ranked_candidates=[candidates[name] for name in line]) for line in lines]
    result = pyrankvote.instant_runoff_voting(list(candidates.values()), ballots)
    times.append(time.perf_counter() - began)
print(min(times), result.get_winners()[0].name)
