package keyring

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"log/slog"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/register"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// What a key is for.
const (
	ForFeed   = "feed"   // it opens the feed in Of, private or not
	ForOrders = "orders" // it may drop order files, of the source in Of where one is named
	ForLook   = "look"   // it sees everything and changes nothing: for monitoring
)

// Key is a key as it is kept.
type Key struct {
	Name   string    `yaml:"name"           json:"name"` // whose it is; unique
	For    string    `yaml:"for"            json:"for"`
	Of     string    `yaml:"of,omitempty"   json:"of,omitempty"`
	SHA256 string    `yaml:"sha256"         json:"-"`
	Made   time.Time `yaml:"made"           json:"made"`
	By     string    `yaml:"by,omitempty"   json:"by,omitempty"`   // who made it
	Used   string    `yaml:"used,omitempty" json:"used,omitempty"` // the last day, such as 2026-11-29, in UTC
}

// Ring is all keys. Use Open.
type Ring struct {
	file   *register.Register[Key]
	config map[string][]sum // of the config, by the feed that they open
	now    func() time.Time
	logger *slog.Logger
}

type sum = [sha256.Size]byte

// Open is the keys of the file at path, and those texts that the config has for feeds, by
// name. Changes of the file count at once.
func Open(path string, config map[string][]string, now func() time.Time, logger *slog.Logger) *Ring {
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	r := &Ring{file: register.Open[Key](path), config: map[string][]sum{}, now: now, logger: logger}
	for feed, texts := range config {
		for _, text := range texts {
			r.config[feed] = append(r.config[feed], sha256.Sum256([]byte(text)))
		}
	}
	return r
}

// List is the keys of the file, in the order in which they were made.
func (r *Ring) List() ([]Key, error) { return r.file.Entries() }

// kept is List where nobody can be told of an error: then no key of the file opens anything.
func (r *Ring) kept() []Key {
	keys, err := r.file.Entries()
	if err != nil {
		r.logger.Error("keys not read: only those of the config open anything", "error", err)
	}
	return keys
}

// Count is how many keys open a feed.
func (r *Ring) Count(feed string) int {
	n := r.InConfig(feed)
	for _, key := range r.kept() {
		if key.For == ForFeed && key.Of == feed {
			n++
		}
	}
	return n
}

// InConfig is how many keys of the config open a feed.
func (r *Ring) InConfig(feed string) int { return len(r.config[feed]) }

// Opens reports whether a key opens a feed. All keys of the feed are looked at, so that the
// time tells neither which one fits nor how much of one does.
func (r *Ring) Opens(feed, key string) bool {
	asked := sha256.Sum256([]byte(key))
	fits := 0
	for _, known := range r.config[feed] {
		fits |= subtle.ConstantTimeCompare(known[:], asked[:])
	}
	_, kept := r.find(asked, ForFeed, func(of string) bool { return of == feed })
	return fits == 1 || kept
}

// Admits is the name of the key of a program that may look.
func (r *Ring) Admits(key string) (name string, ok bool) {
	found, ok := r.find(sha256.Sum256([]byte(key)), ForLook, func(string) bool { return true })
	return found.Name, ok
}

// MayDrop is the name of a key that may drop order files of a source, "" for the inbox
// itself. A key that names no source may drop files of all.
func (r *Ring) MayDrop(source, key string) (name string, ok bool) {
	found, ok := r.find(sha256.Sum256([]byte(key)), ForOrders, func(of string) bool { return of == "" || of == source })
	return found.Name, ok
}

// Drops reports whether a key may drop order files of any source. It is no use of the key.
func (r *Ring) Drops(key string) bool {
	asked, some := sha256.Sum256([]byte(key)), false
	for _, known := range r.kept() {
		sum, err := hex.DecodeString(known.SHA256)
		fits := subtle.ConstantTimeCompare(sum, asked[:]) == 1 && err == nil && known.For == ForOrders
		some = some || fits
	}
	return some
}

// find is the key of the file with that sum, and notes the day on which it was used.
func (r *Ring) find(asked sum, use string, of func(string) bool) (found Key, ok bool) {
	for _, key := range r.kept() {
		known, err := hex.DecodeString(key.SHA256)
		if subtle.ConstantTimeCompare(known, asked[:]) == 1 && err == nil && key.For == use && of(key.Of) {
			found, ok = key, true
		}
	}
	if ok {
		r.noteUse(found)
	}
	return found, ok
}

// noteUse writes the day of a key's use, once a day.
func (r *Ring) noteUse(key Key) {
	today := r.now().UTC().Format(time.DateOnly)
	if key.Used >= today {
		return
	}
	err := r.file.Change(func(all []Key) ([]Key, error) {
		for n := range all {
			if all[n].SHA256 == key.SHA256 {
				all[n].Used = today
			}
		}
		return all, nil
	})
	if err != nil {
		r.logger.Warn("the use of a key is not noted", "key", key.Name, "error", err)
	}
}

// Make makes a key, fills in when, and gives its text, which is told this once and kept
// nowhere. A name that is taken or cannot be shown is refused with a *refusal.Refusal.
func (r *Ring) Make(key Key) (text string, err error) {
	if !fitName(key.Name) {
		return "", refuse("keys.bad_name", key.Name)
	}
	text = rand.Text() // 26 letters and digits, 130 bits of chance
	hash := sha256.Sum256([]byte(text))
	key.SHA256, key.Made, key.Used = hex.EncodeToString(hash[:]), r.now().UTC().Truncate(time.Second), ""
	err = r.file.Change(func(all []Key) ([]Key, error) {
		if slices.ContainsFunc(all, func(other Key) bool { return other.Name == key.Name }) {
			return nil, refuse("keys.taken", key.Name)
		}
		return append(all, key), nil
	})
	return text, err
}

// Revoke takes the key of that name away: from now on it opens nothing. One that is not there
// is refused with a *refusal.Refusal.
func (r *Ring) Revoke(name string) (revoked Key, err error) {
	err = r.file.Change(func(all []Key) ([]Key, error) {
		n := slices.IndexFunc(all, func(key Key) bool { return key.Name == name })
		if n < 0 {
			return nil, refuse("keys.unknown", name)
		}
		revoked = all[n]
		return slices.Delete(all, n, n+1), nil
	})
	return revoked, err
}

func refuse(key, name string) error {
	return refusal.New(failure.Usage, wording.NewMessage(key, name), wording.NewMessage(key+".way"))
}

// longestName is how many bytes a key's name has at most.
const longestName = 64

// fitName reports whether a name can be typed and shown as one word or several.
func fitName(name string) bool {
	return name != "" && len(name) <= longestName && strings.TrimSpace(name) == name && !strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._-@+ ", r)
	})
}
