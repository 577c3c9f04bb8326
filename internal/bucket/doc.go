// Package bucket keeps files in object storage: S3 and what speaks its language, Azure Blob
// Storage, Google Cloud Storage, or a folder that stands for one of them. It adds what a program
// needs which must lose nothing and overwrite nothing: conditions of writes, attempts that are
// repeated, answers that were lost, and errors that say what to do.
//
// An object appears whole or not at all: there is no half of one, and no need to wait for
// its end. Its Tag changes with its content, so that "only where nothing is there" (Create)
// and "only while it is as I saw it" (Replace, Delete with a tag) are questions that the
// store answers:
//
//	            Create            Replace, Delete                     run against
//	s3          If-None-Match: *  If-Match with the ETag              versitygw
//	azblob      If-None-Match: *  If-Match with the ETag              Azurite
//	gs          generation 0      the generation that was seen        fake-gcs-server
//	file, mem   a lock            a lock (of this machine)            themselves
//
// Not every server that speaks S3 heeds these headings: Probe tries them out. Where one does
// not, two processes that write at one moment overwrite each other.
//
// Attempts are repeated where the store is out of breath (503, 429), slow or cut off, with
// growing pauses. A put whose answer was lost is looked up: where the object has the SHA-256
// of what was sent, it was that put, or one that is as good. A list may lag behind: what it
// names is looked at before it is used, and what it does not name yet comes with a later one.
//
// The parts: address.go (what names a bucket), store.go (what a store does, one attempt a call)
// and the stores: s3open.go, s3.go, s3put.go and s3error.go over net/http with Amazon's
// credentials and signatures; local.go and folder.go without any library; cloud.go over
// gocloud.dev/blob with its providers azure.go and gs.go. Above them bucket.go (attempts), put.go
// (conditions and lost answers), probe.go, key.go (names of objects), errors.go.
//
// The libraries of Azure and Google, and gocloud.dev with them, make the program larger by 12 and
// 26 MB and slow its start: they are linked with the build tags azblob and gs. Without its tag an
// address of azblob:// or gs:// is refused with the command that builds it in.
//
// # Words
//
//   - address: what names a bucket and the prefix of its keys, as s3://shop/orders?region=eu-central-1
//   - key: the name of an object below that prefix; its parts are separated by slashes
//   - object: what lies under a key
//   - tag: changes with an object's content: the ETag, or the generation
//   - store: a bucket as its provider gives it: one attempt a call
//   - condition: what must hold for a write to take place
//   - attempt: one request; an operation is a few at most
//   - probe: an object that shows what a bucket lets us do
package bucket
