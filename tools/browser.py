"""The browser that tests and the archive drive: Chromium, as the system has it, by itself."""
import shutil

# As root, Chromium runs without its sandbox; the other flags keep it from calling home.
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)
NAMES = ("chromium", "chromium-browser", "google-chrome")
NO_BROWSER = "no Chromium on this machine (Debian's package chromium)"


def chromium() -> str | None:
    """Return the path of Chromium, if it is here."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)
