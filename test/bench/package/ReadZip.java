import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.util.Collections;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/** Reads a zip in both of Java's ways, by its directory and as a stream from its start, and prints how many files and bytes each found. */
public class ReadZip {
  public static void main(String[] args) throws Exception {
    byte[] buffer = new byte[1 << 20];
    long files = 0, bytes = 0;
    try (ZipFile zip = new ZipFile(args[0])) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        files++;
        try (var in = zip.getInputStream(entry)) {
          for (int n; (n = in.read(buffer)) > 0; ) bytes += n;
        }
      }
    }
    System.out.println(files + " " + bytes);
    files = 0;
    bytes = 0;
    try (var zip = new ZipInputStream(new BufferedInputStream(new FileInputStream(args[0]), 1 << 20))) {
      while (zip.getNextEntry() != null) {
        files++;
        for (int n; (n = zip.read(buffer)) > 0; ) bytes += n;
      }
    }
    System.out.println(files + " " + bytes);
  }
}
