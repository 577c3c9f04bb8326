// Package buckettest shows that a bucket does what package bucket promises, on whatever store
// stands behind an address, and wraps a store so that it fails as stores do: out of breath,
// slow, with answers that are lost and lists that lag behind.
package buckettest
