// Package local serves a sandbox on loopback inside this process, with what the samples order
// in its catalogue: the supplier of whoever has named none yet.
package local
