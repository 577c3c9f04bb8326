// Package access is what a mapping says of the way to a service: where requests carry the
// secrets, how they are signed, which call gives a token, which headers stand in each of
// them, and the parameters of their paths.
//
// Package mapping compiles it with the rest of the file; the client puts the secrets there.
package access
