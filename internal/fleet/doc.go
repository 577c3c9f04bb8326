// Package fleet lets several processes share one journal on PostgreSQL: which of them live,
// which were fenced, and how many requests all of them together may make to a supplier.
//
// A process says every few seconds that it lives. One that has not said so for Lease may be
// fenced by any other; from then on the journal takes none of its writes. All of it is measured
// by the database's clock. Whether its own lease still holds a process knows by its own clocks
// alone, as nobody can have fenced it before Lease has passed since it began to say that it lives.
//
// Tables are made by the journal's migrations.
package fleet
