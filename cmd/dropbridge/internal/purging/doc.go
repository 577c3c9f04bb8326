// Package purging is the command by which old files and persons leave the shop.
package purging
