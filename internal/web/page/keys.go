package page

import (
	"slices"

	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/web/keyring"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// keyView is a key with what it is for, and the button that takes it away.
type keyView struct {
	keyring.Key
	Purpose string
	Since   moment
	LastUse string // the day, "" where it was never used
	Visitor Visitor
	Deeds   []deedView
}

// keys are keys as they are shown, those that are wanted. The place tells its buttons from
// those of other places.
func (f *frame) keys(place string, all []keyring.Key, wanted func(keyring.Key) bool) (list []keyView) {
	l := f.Language
	for _, key := range all {
		if !wanted(key) {
			continue
		}
		v := keyView{Key: key, Purpose: purpose(l, key.For, key.Of), Since: since(l, key.Made, f.Snapshot.Now), Visitor: f.Visitor}
		if key.Used != "" {
			v.LastUse = date(key.Used)
		}
		v.Deeds = f.deeds(place+"-key-"+key.SHA256[:min(len(key.SHA256), 12)], deed{Kind: DoRevokeKey, Label: say(l, "revoke"), Says: say(l, "revoke_says", key.Name), Sure: say(l, "revoke_sure"),
			Harm: true, Fields: []field{{"name", key.Name}}})
		list = append(list, v)
	}
	return list
}

// purpose is what a key is for, in words.
func purpose(l wording.Language, use, of string) string {
	said := l.Word("key_for", use)
	if of != "" {
		said += " " + of
	}
	return said
}

// feedKeyDeed makes a key for a feed.
func feedKeyDeed(l wording.Language, feed string) deed {
	return deed{Kind: DoMakeKey, Label: say(l, "make_key"), Says: say(l, "make_key_feed_says", feed), Sure: say(l, "make_key_sure"),
		Fields: []field{{"purpose", keyring.ForFeed + "/" + feed}}, Ask: []question{{Name: "name", Label: say(l, "key_name")}}}
}

// keyDeed makes a key for whatever there can be one.
func keyDeed(l wording.Language, feeds []standing.Feed, sources []string) deed {
	options := []option{{keyring.ForLook + "/", purpose(l, keyring.ForLook, "")}, {keyring.ForOrders + "/", purpose(l, keyring.ForOrders, "")}}
	for _, source := range slices.Sorted(slices.Values(sources)) {
		options = append(options, option{keyring.ForOrders + "/" + source, purpose(l, keyring.ForOrders, source)})
	}
	for _, feed := range feeds {
		options = append(options, option{keyring.ForFeed + "/" + feed.Name, purpose(l, keyring.ForFeed, feed.Name)})
	}
	return deed{Kind: DoMakeKey, Label: say(l, "make_key"), Says: say(l, "make_key_says"), Sure: say(l, "make_key_sure"),
		Ask: []question{{Name: "name", Label: say(l, "key_name")}, {Name: "purpose", Label: say(l, "key_purpose"), Options: options}}}
}
