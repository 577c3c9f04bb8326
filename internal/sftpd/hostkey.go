package sftpd

import (
	"crypto/ed25519"
	"encoding/pem"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/crypto/ssh"

	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
)

// keyComment stands in a host key that is made here.
const keyComment = "dropbridge"

// HostKey is the server's own key of a file. Where the file is not there an ed25519 key is made,
// which its owner alone can read; of several processes that do so at once all have the same.
func HostKey(path string) (ssh.Signer, error) {
	key, err := ReadHostKey(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	if err := makeHostKey(path); err != nil {
		return nil, failure.Mistake("let dropbridge write into the folder, or name another file in sftp.host_key", "make the host key of SFTP: %w", err)
	}
	return ReadHostKey(path)
}

// ReadHostKey is the server's own key of a file. The error is fs.ErrNotExist where there is none.
func ReadHostKey(path string) (ssh.Signer, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return nil, failure.Mistake("chmod 600 "+path, "the host key of SFTP can be read by others than its owner: %s", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	key, err := ssh.ParsePrivateKey(text)
	if err != nil {
		return nil, failure.Mistake("put the right file back, without a passphrase; where it is lost, remove it: a new key is made, and clients ask whether they may trust it", "the host key of SFTP is none: %s: %w", path, err)
	}
	return key, nil
}

// Fingerprint is that of a host key, as clients show it: SHA256:….
func Fingerprint(key ssh.Signer) string { return ssh.FingerprintSHA256(key.PublicKey()) }

// makeHostKey puts a new key where none is yet.
func makeHostKey(path string) error {
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		return err
	}
	block, err := ssh.MarshalPrivateKey(private, keyComment)
	if err != nil {
		return err
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(dir, durable.TempPrefix+"*.key") // its owner's alone
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // unless it was moved
	if err := errors.Join(pem.Encode(file, block), file.Sync(), file.Close()); err != nil {
		return err
	}
	to, err := durable.Move(file.Name(), dir, filepath.Base(path))
	if err == nil && to != path {
		err = os.Remove(to) // another process was first
	}
	return err
}
