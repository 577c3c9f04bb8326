package durable

// syncUnsupported: Windows has no fsync for folders; its file systems journal names.
func syncUnsupported(error) bool { return true }
