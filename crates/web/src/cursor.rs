//! Cursors of lists: opaque, authenticated, and bound to the query they came from.
