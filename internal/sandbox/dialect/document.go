package dialect

import (
	_ "embed"
	"net/http"
)

//go:embed offers.json
var offersDocument []byte

// document serves a description of a dialect.
func document(kind string, text []byte) operation {
	return func(x *exchange) error {
		x.send(http.StatusOK, kind, text)
		return nil
	}
}
