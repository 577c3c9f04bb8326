//go:build ignore

// Writes the certificates of the authorities that Mozilla trusts for servers, as a PEM file: those
// of a module of a fixed version, so that a release has the same on every machine. Authorities that
// are trusted for older certificates alone are left out, since no PEM file can say so.
package main

import (
	"encoding/pem"
	"log"
	"os"

	"golang.org/x/crypto/x509roots/fallback/bundle"
)

func main() {
	for root := range bundle.Roots() {
		if root.Constraint != nil {
			continue
		}
		if err := pem.Encode(os.Stdout, &pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}); err != nil {
			log.Fatal(err)
		}
	}
}
