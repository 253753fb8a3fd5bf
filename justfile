# The commands of a working day; `just` alone lists them. Each is one line, so `just` itself is optional.

export PATH := justfile_directory() / ".tools/bin:" + env("PATH")

_default:
    @just --list

# Everything that must hold before a change goes in
test:
    scripts/test

# Crashes, power failures, races and backups as often as it takes to believe it; an hour
endure *arguments:
    scripts/endure {{ arguments }}

# The tests of some crates only: `just test-only -p rankings`
test-only *arguments:
    scripts/install-tools
    cargo nextest run {{ arguments }}

# The server on http://127.0.0.1:8080, data in ./data
run *arguments:
    cargo run --release -- {{ arguments }}

# The figures of the speed table, side by side with what they are measured against: `just bench --write` also writes docs/performance.md
bench *arguments:
    scripts/install-tools
    scripts/install-peers
    cargo run --release -p bench --features rivals -- {{ arguments }}

# The archive that is handed out, in target/release-archive
release:
    scripts/release

# Format everything
fmt:
    cargo fmt --all

# What clippy thinks, as strictly as in a test run
lint:
    cargo clippy --workspace --all-targets -- -D warnings

# Dependencies: licences, bans, sources, and known vulnerabilities (fetches the list of those)
deny:
    scripts/install-tools
    cargo deny check

# Write openapi.json anew from the code
openapi:
    cargo run -q -p server -- openapi > openapi.json.new
    mv openapi.json.new openapi.json

# DynamoDB Local on port 8000, until Ctrl-C
dynamodb-local port="8000":
    scripts/install-tools
    scripts/dynamodb-local {{ port }}
