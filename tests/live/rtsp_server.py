"""A real RTSP server (GStreamer's) that sends a film at its own pace; run by a Python that has its bindings.

python3 rtsp_server.py FILM.mp4        prints the address, serves until its input is closed
"""

import sys
import threading

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402 - versions are asked for first

Gst.init(None)
server = GstRtspServer.RTSPServer()
server.set_service("0")
factory = GstRtspServer.RTSPMediaFactory()
factory.set_launch(f'( filesrc location="{sys.argv[1]}" ! qtdemux ! h264parse ! rtph264pay name=pay0 pt=96 )')
server.get_mount_points().add_factory("/table", factory)
server.attach(None)
print(f"rtsp://127.0.0.1:{server.get_bound_port()}/table", flush=True)
loop = GLib.MainLoop()
threading.Thread(target=lambda: (sys.stdin.read(), loop.quit()), daemon=True).start()
loop.run()
