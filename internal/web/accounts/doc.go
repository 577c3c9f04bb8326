// Package accounts keeps who logs in with a password: users of the config, and those that
// `dropbridge user` keeps in a file. Of a password there is only its argon2id hash.
package accounts
