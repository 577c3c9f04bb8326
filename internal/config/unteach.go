package config

// Unteach is the text of a config without what Teach has written. Everything else of the text
// stays as it is, comments too. What is not there any more as it was written is an error with
// the way out.
func Unteach(file, text, source, list, word, meaning string) (string, error) {
	return ofSource(source, list, word, meaning).remove(file, text)
}

// UnteachStock is the text of a config without what TeachStock has written.
func UnteachStock(file, text, key, word, meaning string) (string, error) {
	return ofStock(key, word, meaning).remove(file, text)
}

// Taught reports whether the config has what Teach has written.
func (c *Config) Taught(source, list, word, meaning string) bool {
	return c.knows(source, list, word, meaning)
}

// TaughtStock reports whether the config has what TeachStock has written.
func (c *Config) TaughtStock(key, word, meaning string) bool {
	return ofStock(key, word, meaning).known(c)
}

// remove takes the entry out of a text. What undoes the writing to the letter goes before what
// leaves the rest of the config meaning the same.
func (e lesson) remove(file, text string) (string, error) {
	candidates := e.Removals(text)
	for _, exact := range []bool{true, false} {
		for _, out := range candidates {
			if exact && !e.Undone(text, out) || !exact && !e.SameOtherwise(text, out) {
				continue
			}
			if c, err := Read(file, []byte(out)); err == nil && !e.known(c) {
				return out, nil
			}
		}
	}
	return "", e.by(file, "take it out")
}
