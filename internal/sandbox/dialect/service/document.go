package service

import "net/http"

// Document serves a description of a dialect.
func Document(kind string, text []byte) Operation {
	return func(x *Exchange) error {
		x.Send(http.StatusOK, kind, text)
		return nil
	}
}
