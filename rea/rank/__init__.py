"""REA ranking: which files a question is about, by several independent signals fused by reciprocal rank."""
