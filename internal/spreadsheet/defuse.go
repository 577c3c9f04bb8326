package spreadsheet

// Defuse is a foreign text as a cell that no spreadsheet calculates: what begins like a
// formula is kept from that by a leading apostrophe (OWASP, CSV Injection).
func Defuse(text string) string {
	if text == "" {
		return text
	}
	switch text[0] {
	case '=', '+', '-', '@', '\t', '\r':
		return "'" + text
	}
	return text
}
