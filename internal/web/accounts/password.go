package accounts

import (
	"errors"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"
)

// ShortestPassword is how many characters a password has at least.
const ShortestPassword = 10

// LongestPassword is how many bytes it has at most, as each costs time to hash.
const LongestPassword = 1024

// cost is what OWASP's cheat sheet on storing passwords asks of argon2id at least: what a
// small machine can bear too. It stands in each hash, so that it can be raised later.
func cost() *argon2id.Params {
	return &argon2id.Params{Memory: 19 << 10, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}
}

// What a hash of the config may ask of this machine at most.
const (
	mostMemory     = 256 << 10 // KiB
	mostIterations = 16
)

// Hash is the argon2id hash of a password, with all that is needed to check it.
func Hash(password string) (string, error) { return argon2id.CreateHash(password, cost()) }

// Guessable reports whether a password is too short to be one.
func Guessable(password string) bool { return utf8.RuneCountInString(password) < ShortestPassword }

// CheckHash is an error where a text is no hash that can be checked here.
func CheckHash(hash string) error {
	params, salt, key, err := argon2id.DecodeHash(hash)
	switch {
	case err != nil:
		return err
	case len(salt) < 8 || len(key) < 16:
		return errors.New("its salt or its key is too short")
	case params.Iterations < 1 || params.Parallelism < 1 || params.Memory > mostMemory || params.Iterations > mostIterations:
		return errors.New("it asks for too much memory or time, or for none")
	}
	return nil
}

// fits reports whether a hash is that of a password.
func fits(password, hash string) bool {
	if CheckHash(hash) != nil {
		return false
	}
	same, err := argon2id.ComparePasswordAndHash(password, hash)
	return err == nil && same
}
