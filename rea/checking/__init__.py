"""The mechanical checker: citations found, judged, and drafts reviewed by it. No model takes part."""
