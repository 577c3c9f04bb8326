package config

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/pattern"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Keys are the keys of a feed that stand in the config: one text or a list of them. However
// they are printed, they do not show.
type Keys struct{ keys []placedKey }

// placedKey is a key with the place where it stands.
type placedKey struct {
	supplier.Secret
	line, column int
}

// UnmarshalYAML keeps the texts as they stand in the file, and says of no other value what
// it is: it may be a key.
func (k *Keys) UnmarshalYAML(node ast.Node) error {
	nodes := []ast.Node{node}
	if list, ok := node.(*ast.SequenceNode); ok {
		nodes = list.Values
	}
	for _, node := range nodes {
		token := node.GetToken()
		text := token.Value // a number's as it is written
		switch node := node.(type) {
		case *ast.NullNode:
			continue
		case *ast.StringNode:
			text = node.Value
		case *ast.MappingNode, *ast.MappingValueNode, *ast.SequenceNode, *ast.AliasNode, *ast.AnchorNode:
			return &yaml.SyntaxError{Message: "want a key, or a list of keys such as [KEY1, KEY2]", Token: token}
		}
		k.keys = append(k.keys, placedKey{supplier.NewSecret(text), token.Position.Line, token.Position.Column})
	}
	return nil
}

// NewKey makes a key that nobody can guess: 26 letters and digits, 130 bits of chance.
func NewKey() string { return rand.Text() }

// shortestKey is how many characters a key has at least.
const shortestKey = 20

// partnerKey is a key with how messages name its place.
type partnerKey struct {
	supplier.Secret
	at string
}

// FeedKeys are the keys of each feed that has any: those of the config, of key_file and of
// the environment. One that could be guessed, or that would open two feeds, is refused. No
// message shows one.
func (c *Config) FeedKeys(lookupEnv func(string) (string, bool)) (map[string][]supplier.Secret, error) {
	opened := map[string][]supplier.Secret{}
	var all []partnerKey
	for _, name := range c.FeedNames() {
		keys := c.writtenKeys(name)
		filed, err := c.filedKeys(name)
		if err != nil {
			return nil, err
		}
		named, err := c.environmentKeys(name, lookupEnv)
		if err != nil {
			return nil, err
		}
		keys = append(append(keys, filed...), named...)
		for _, key := range keys {
			opened[name] = append(opened[name], key.Secret)
		}
		all = append(all, keys...)
	}
	return opened, checkKeys(all)
}

// keysWritten reports whether keys stand in the config file itself.
func (c *Config) keysWritten() bool {
	for _, name := range c.FeedNames() {
		if len(c.writtenKeys(name)) > 0 {
			return true
		}
	}
	return false
}

// writtenKeys are a feed's keys in the config.
func (c *Config) writtenKeys(name string) (keys []partnerKey) {
	for _, key := range c.Feeds[name].Key.keys {
		keys = append(keys, partnerKey{key.Secret, fmt.Sprintf("%s:%d:%d: feeds.%s.key", c.File, key.line, key.column, name)})
	}
	return keys
}

// validateKeys refuses those of the config; the others are read when they are needed.
func (c *Config) validateKeys() error {
	var all []partnerKey
	for _, name := range c.FeedNames() {
		all = append(all, c.writtenKeys(name)...)
	}
	return checkKeys(all)
}

// filedKeys are a feed's keys in its key_file, one a line; # begins a remark.
func (c *Config) filedKeys(name string) (keys []partnerKey, err error) {
	file := c.Feeds[name].KeyFile
	if file == "" {
		return nil, nil
	}
	data, err := os.ReadFile(c.Path(file))
	if err != nil {
		return nil, failure.Mistake("put the feed's keys into that file, one a line", "%s: feeds.%s.key_file: %w", c.File, name, err)
	}
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line != "" {
			keys = append(keys, partnerKey{supplier.NewSecret(line), fmt.Sprintf("%s:%d: feeds.%s.key_file", c.Path(file), number, name)})
		}
	}
	if len(keys) == 0 {
		return nil, failure.Mistake("put the feed's keys into that file, one a line; a fresh one: "+NewKey(), "%s: feeds.%s.key_file: %s has no key", c.File, name, file)
	}
	return keys, nil
}

// environmentKeys are a feed's keys in the variable that key_env names, with blanks between.
func (c *Config) environmentKeys(name string, lookupEnv func(string) (string, bool)) (keys []partnerKey, err error) {
	variable := c.Feeds[name].KeyEnv
	if variable == "" {
		return nil, nil
	}
	text, _ := lookupEnv(variable)
	for key := range strings.FieldsSeq(text) {
		keys = append(keys, partnerKey{supplier.NewSecret(key), fmt.Sprintf("%s: feeds.%s.key_env: %s", c.File, name, variable)})
	}
	if len(keys) == 0 {
		return nil, failure.Mistake(fmt.Sprintf("export %s=KEY, or leave key_env out", variable), "%s: feeds.%s.key_env: the environment has no %s", c.File, name, variable)
	}
	return keys, nil
}

// checkKeys refuses keys that could be guessed and those that stand twice.
func checkKeys(all []partnerKey) error {
	places := map[string]string{}
	for _, key := range all {
		text := key.Reveal()
		fresh := "take a fresh one, such as " + NewKey()
		switch at := places[text]; {
		case len(text) < shortestKey:
			return failure.Mistake(fresh, "%s: a key of %d characters can be guessed: it needs at least %d", key.at, len([]rune(text)), shortestKey)
		case strings.Trim(text, keyCharacters) != "":
			return failure.Mistake(fresh, "%s: a key is made of A-Z, a-z, 0-9, - and _ alone, and stands in an address", key.at)
		case at != "":
			return failure.Mistake(fresh, "%s: the same key stands at %s: each feed, and each partner, has a key of their own", key.at, at)
		}
		places[text] = key.at
	}
	return nil
}

const keyCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// keyLike is what may be a key in a message about the file's form: one that stands where a
// word of the config's language should be.
var keyLike = pattern.Lazy(`[A-Za-z0-9_-]{20,}`)

// withoutKeys is an error about the file's form that shows no key.
func withoutKeys(err error) error {
	if located, ok := errors.AsType[*strictyaml.Error](err); ok {
		return located.Masked(func(text string) string { return keyLike().ReplaceAllString(text, supplier.Secret{}.String()) })
	}
	return err
}
