package dialect

import "net/http"

// document serves a description of a dialect.
func document(kind string, text []byte) operation {
	return func(x *exchange) error {
		x.send(http.StatusOK, kind, text)
		return nil
	}
}
