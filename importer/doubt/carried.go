package doubt

import (
	"bytes"
	"encoding/json"
)

// SignNames are the hidden files beside the results and in the inbox that tell of the journal.
func SignNames() []string { return []string{signName, decisionsName} }

// NewerSign reports whether the first of two signs of one journal has noted as many attempts as
// the other. Decisions are no signs: they are written anew from the journal.
func NewerSign(ours, theirs []byte) bool {
	var a, b signHead
	head := func(text []byte) []byte { first, _, _ := bytes.Cut(text, []byte("\n")); return first }
	return json.Unmarshal(head(ours), &a) == nil && json.Unmarshal(head(theirs), &b) == nil &&
		a.Journal != "" && a.Journal == b.Journal && a.Sent >= b.Sent
}

// JournalOf is the id of the journal whose sign lies in a folder, "" where none does.
func JournalOf(dir string) string {
	there, err := readSign(dir)
	if err != nil || there == nil {
		return ""
	}
	return there.Journal
}
