// Package transfer is what the config says of the ways by which other programs send order files
// and fetch results beside HTTP.
package transfer
