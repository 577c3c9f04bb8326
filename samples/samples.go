// Package samples is data: a small catalogue, order files as CRMs write them, answers of
// suppliers, and what comes of them, which are golden files of the tests.
package samples

import "embed"

// Files holds the catalogue and the order files.
//
//go:embed catalog.json orders*
var Files embed.FS
