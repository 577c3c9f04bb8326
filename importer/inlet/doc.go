// Package inlet puts order files into the inbox for people who do it elsewhere than in the
// folder: a file that is uploaded, one that could not be read and is to be read again, and the
// rows of one that were refused.
package inlet
