package remark

import (
	"strings"
	"sync"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// Mend is what a template says to do about a product that it does not take, or the usual
// sentence where it says nothing. What the built-in templates say is in the catalogue; what
// somebody wrote into a template of his own is as he wrote it.
func Mend(said, usual string) wording.Message {
	if said == "" {
		return wording.NewMessage(usual)
	}
	if key, known := mends()[said]; known {
		return wording.NewMessage(key)
	}
	return wording.Literal(said)
}

// mends are the keys of what the built-in templates say, by the English text.
var mends = sync.OnceValue(func() map[string]string {
	keys := map[string]string{}
	for _, code := range wording.Codes("mend") {
		key := "mend." + code
		keys[wording.English.Say(key)] = key
	}
	return keys
})

// Lacks says that a product has no value at a path; where the owner of a feed can give it
// one, how.
func Lacks(path string, mend wording.Message) wording.Message {
	field, _, _ := strings.Cut(path, ".")
	switch field {
	case "brand", "description", "name", "category", "country_of_origin":
		return wording.NewMessage("remark.value_missing.own", path, mend, field)
	}
	return wording.NewMessage("remark.value_missing", named(path), mend)
}

// named is a value by the name that a built-in template has for it, or as a template names it.
func named(path string) any {
	if path == "page address" {
		return wording.NewMessage("remark.page_address")
	}
	return path
}
