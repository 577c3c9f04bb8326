// Package service runs the daemon under the service control manager of Windows, and is the command
// that installs, starts and removes such a service. Other systems have managers of their own: there
// the command names what to use.
//
// What the manager asks and hears is decided here without Windows; the files for Windows alone
// carry it to the system.
package service
