/**
 * The entry of a thread that makes the C library give freed memory back to the system, and ends. In a thread: it takes
 * some 30 ms, most of them for loading what calls C, and all that this loads goes with the thread.
 */
import koffi from "koffi";

const trim = koffi.load("libc.so.6").func("int malloc_trim(size_t keep)");
trim(0);
