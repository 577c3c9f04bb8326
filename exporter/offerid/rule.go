package offerid

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strconv"
	"strings"
)

// Rule is the form that a target wants ids to have.
type Rule struct {
	Drop *regexp.Regexp // characters that it refuses, nil: none
	Max  int            // its greatest length in characters, 0: any

	Keep string // the characters that it takes, as people write them; "" for all
}

// String is the rule in short, such as "[A-Za-z0-9] ≤ 20".
func (r *Rule) String() string {
	var parts []string
	if r.Keep != "" {
		parts = append(parts, "["+r.Keep+"]")
	}
	if r.Max > 0 {
		parts = append(parts, "≤ "+strconv.Itoa(r.Max))
	}
	return strings.Join(parts, " ")
}

// candidates are the ids that a product may have, the best first: its own where the rule lets
// it, what of it the rule takes, and the same told apart by a hash of the whole.
func (r *Rule) candidates(id string) []string {
	kept := id
	if r.Drop != nil {
		kept = r.Drop.ReplaceAllString(id, "")
	}
	sum := sha256.Sum256([]byte(id))
	hash := hex.EncodeToString(sum[:])
	var out []string
	if kept != "" && (r.Max == 0 || len([]rune(kept)) <= r.Max) {
		out = append(out, kept)
	}
	for _, digits := range []int{8, 12, 16} {
		out = append(out, r.begin(kept, digits)+hash[:digits])
	}
	return out
}

// begin is as much of an id as leaves room for so many digits.
func (r *Rule) begin(id string, digits int) string {
	letters := []rune(id)
	if r.Max > 0 {
		letters = letters[:max(0, min(len(letters), r.Max-digits))]
	}
	return string(letters)
}
