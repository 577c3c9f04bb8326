// Package sftpd speaks SFTP with programs that hand in order files and fetch results. A user is a
// source; the folders /inbox and /results are all that there is, and files are all that is served.
package sftpd
