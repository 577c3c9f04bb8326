// Package yamledit changes single entries of a text of YAML and leaves everything else of it as
// it stands, comments, order and quotes too. It knows nothing of what the text is for: whoever
// changes a text reads it again, and takes it only where it says what it was to say.
package yamledit
