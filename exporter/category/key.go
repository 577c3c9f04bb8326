package category

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/encode"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// None is where the offers go that have no category, in formats that need one.
const None = "Без категорії"

// AppendKey appends the id of a category in feeds: the supplier's own or, where it
// gave none, one made from the path.
func AppendKey(dst []byte, c *supplier.Category) []byte {
	if id := idOf(c); id != "" {
		return append(dst, id...)
	}
	return strconv.AppendUint(dst, pathID(joinPath(Names(c))), 10)
}

// idOf is the supplier's id of a category as XML can hold it, "" where it gave
// none. Zero is an id that readers refuse.
func idOf(c *supplier.Category) string {
	if c.ID == "0" || encode.Blank(c.ID) {
		return ""
	}
	return encode.Strip(c.ID)
}

// Names is the way to a category, which always has a last name.
func Names(c *supplier.Category) []string {
	switch {
	case len(c.Path) > 0:
		return c.Path
	case c.Name != "":
		return []string{c.Name}
	}
	if id := idOf(c); id != "" {
		return []string{id}
	}
	return []string{None}
}

// Same reports whether two products have the same category.
func Same(a, b *supplier.Category) bool {
	return a.ID == b.ID && a.Name == b.Name && slices.Equal(a.Path, b.Path)
}

// joinPath makes a path the key of a map; names hold no NUL that would matter.
func joinPath(names []string) string { return strings.Join(names, "\x00") }

// pathID is a number of 18 digits that a path always has, in this build and the next.
func pathID(path string) uint64 {
	sum := sha256.Sum256([]byte(path))
	return 1e17 + binary.BigEndian.Uint64(sum[:])%9e17
}
